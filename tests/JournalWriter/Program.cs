Console.WriteLine("writer");

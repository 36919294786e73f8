Console.WriteLine("syncopate");

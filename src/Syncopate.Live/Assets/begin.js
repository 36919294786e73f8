// The demonstration begins by itself.
document.getElementById('begins').requestSubmit();

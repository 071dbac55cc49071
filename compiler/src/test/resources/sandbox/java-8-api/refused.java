// server: accepts: Cassandra 5.0 runs on Java 11 or newer, where String.isBlank exists; 4.1 may run on Java 8
// (value text) RETURNS boolean
return value.isBlank();

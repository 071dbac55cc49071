// server: accepts: Cassandra 5.0 compiles bodies as Java 11, 4.1 as Java 8
// (value double) RETURNS double
var twice = value + value;
return twice;

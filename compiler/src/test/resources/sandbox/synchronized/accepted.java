// server: accepts
// (value double) RETURNS double
return Math.sqrt(value);

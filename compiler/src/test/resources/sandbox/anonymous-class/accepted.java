// server: accepts
// (value double) RETURNS double
return value > 0 ? 1 : -1;

// server: accepts
// (value double) RETURNS double
double half = value / 2;
return half;

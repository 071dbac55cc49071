// server: accepts
// (value double) RETURNS double
double low = value - 1;
double high = value + 1;
return high - low;

// server: refuses
// (value double) RETURNS double
double half;
return half;

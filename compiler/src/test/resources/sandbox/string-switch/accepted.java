// server: accepts
// (unit text) RETURNS double
if (unit.equals("km")) {
  return 1000;
}
return 1;

// server: refuses
// (unit text) RETURNS double
switch (unit) {
  case "km":
    return 1000;
  default:
    return 1;
}

// server: accepts
// (value text) RETURNS int
try {
  return Integer.parseInt(value.trim());
} catch (NumberFormatException e) {
  return -1;
}

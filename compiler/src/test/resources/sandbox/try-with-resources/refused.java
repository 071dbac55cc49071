// server: refuses
// (value text) RETURNS int
try (Scanner scanner = new Scanner(value)) {
  return scanner.nextInt();
}

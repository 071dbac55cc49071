// server: refuses
// (value double) RETURNS list<double>
List<Double> values = new ArrayList<>();
values.add(value);
return values;

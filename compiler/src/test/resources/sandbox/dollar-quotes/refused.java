// server: refuses
// (value text) RETURNS text
return "$$" + value;

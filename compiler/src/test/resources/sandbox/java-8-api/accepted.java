// server: accepts
// (value text) RETURNS boolean
return value.trim().isEmpty();

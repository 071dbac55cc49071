// server: accepts
// (state blob) RETURNS bigint
return Long.reverseBytes(state.getLong(state.position()));

// server: refuses
// (state blob) RETURNS bigint
return state.duplicate().order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong();

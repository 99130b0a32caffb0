/** All endpoints without their schemas. */
export const endpointOutlines = ENDPOINT_OUTLINES

export const pageSize = 50
export const mostDisputes = 200

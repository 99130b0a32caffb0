export const pageSize = 50

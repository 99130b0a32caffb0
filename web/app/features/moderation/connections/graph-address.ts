/** Address of the graph of an account. */
export const graphAddress = (accountId: string) => `/admin/collegamenti?account=${accountId}`

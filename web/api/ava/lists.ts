export const mostTransactions = 200

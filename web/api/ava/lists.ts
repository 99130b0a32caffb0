export const mostTransactions = 200
export const mostPayouts = 200

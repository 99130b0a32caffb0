import { read } from '../../shared/read.ts'

export const avaProfile = read('ava', 'avaProfile', {})

export const avaTransactions = read('ava', 'avaTransactions', {})

/** One AVA every ten given (B-30). */
export const leftUntilNext = (given: number) => 10 - (given % 10)

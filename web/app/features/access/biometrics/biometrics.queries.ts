import { read } from '../../../shared/read.ts'

export const passkeys = read('passkeys', 'passkeys', {})
export const androidApp = read('passkeys', 'androidApp', {})

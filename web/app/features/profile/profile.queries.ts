import { read } from '../../shared/read.ts'

/** What forms are filled with. */
export const ownProfile = read('account', 'ownProfile', {})

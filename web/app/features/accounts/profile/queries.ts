import { apiQuery } from '../../../shared/queries.ts'

/** The signed-in account's profile, which fills the forms. */
export const ownProfileQuery = apiQuery('account', 'ownProfile', {})

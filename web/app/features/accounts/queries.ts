import { apiQuery } from '../../shared/queries.ts'

export const ownPasskeysQuery = apiQuery('passkeys', 'passkeys', {})
export const androidAppQuery = apiQuery('passkeys', 'androidApp', {})

export const ownSessionsQuery = apiQuery('sessions', 'sessions', {})

export const socialProvidersQuery = apiQuery('social', 'socialProviders', {})
export const facebookDataDeletionQuery = (code: string) => apiQuery('social', 'dataDeletion', { params: { code } })

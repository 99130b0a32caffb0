/** The schemas of all calls, loaded with the first one: pages without calls do without them. */
export const loadContract = () => import('../../contract/endpoints.ts').then((m) => m.endpoints)

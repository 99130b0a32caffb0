/** The schemas of all calls, loaded when one is needed: most pages show data and do without them. */
export const loadContract = () => import('../../contract/endpoints.ts').then((m) => m.endpoints)

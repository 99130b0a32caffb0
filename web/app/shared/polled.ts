import type { Refused } from './refused.ts'

/** Read again and again, while the window is seen and somebody is signed in. */
const every = (ms: number) => ({
  refetchInterval: ({ state }: { readonly state: { readonly error: Refused | null } }) =>
    state.error?.status === 401 ? (false as const) : ms,
  refetchIntervalInBackground: false,
})

/** C-26, Q-94 */
export const everyHalfMinute = every(30_000)
/** C-26 */
export const everyTenSeconds = every(10_000)

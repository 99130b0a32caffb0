import type { Refused } from './refused.ts'

const halfAMinute = 30_000

/** C-26, Q-94: read again every half minute, while the window is seen and somebody is signed in. */
export const everyHalfMinute = {
  refetchInterval: ({ state }: { readonly state: { readonly error: Refused | null } }) =>
    state.error?.status === 401 ? (false as const) : halfAMinute,
  refetchIntervalInBackground: false,
}

/** Figures of the accounts context. The API contract and the browser read them here. */

/** Maximum number of favourites of one client. @rule Q-31 */
export const maxFavourites = 200

/** Ages a client may enter, in years. @rule V-08 */
export const ageLimits = { min: 18, max: 100 } as const

/** Characters in the name of a business. @rule V-16 */
export const businessNameLength = { min: 2, max: 50 } as const

/** Minimum length of a password, in characters. @rule V-11 */
export const minPasswordLength = 10

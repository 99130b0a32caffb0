/** Held while its owner is suspended: it is not lost. */
export type RewardsRefusal = { readonly type: 'RewardHeld' }

/** The owner is suspended; the code stays valid. */
export type RewardsRefusal = { readonly type: 'RewardHeld' }

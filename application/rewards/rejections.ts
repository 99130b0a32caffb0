/** The owner is suspended; the code stays valid. */
export type RewardsRejection = { readonly type: 'RewardHeld' }

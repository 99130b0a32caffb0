/** The owner is suspended, or the code is and a business tries to redeem it; the code stays valid. */
export type RewardsRejection = { readonly type: 'RewardHeld' }

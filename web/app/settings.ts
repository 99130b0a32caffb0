/** Constants of this installation; a change needs a build. @rule Q-38 names, addresses and claims */
export const settings = {
  product: 'Garbo',
  supportEmail: 'assistenza@garbo.example',
  /** Paths, or complete URLs of pages hosted elsewhere. */
  pages: { privacyPolicy: '/privacy-policy', dataDeletion: '/privacy-policy#eliminazione' },
  /** @rule A-33 map of places without a business page */
  maps: 'https://www.google.com/maps/search/',
  /** @rule C-38 date of the privacy policy */
  privacyUpdated: '11 agosto 2025',
  /** @rule C-39 Q-99 claims the owner must be able to prove */
  claims: {
    structures: '500+',
    ratedClients: '15K+',
    discounts: '2M+ €',
    growth: '+300%',
    growthMonths: 6,
    setupMinutes: 5,
    support: '24/7',
  },
} as const

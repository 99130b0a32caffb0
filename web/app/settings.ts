/** What an owner of Garbo may want to say otherwise: name, addresses, figures. */
export const settings = {
  product: 'Garbo',
  supportEmail: 'assistenza@garbo.example',
  /** Pages that may also lie elsewhere: a whole address is as good. */
  pages: { privacyPolicy: '/privacy-policy', dataDeletion: '/privacy-policy#eliminazione' },
  /** Where a place without a page here is shown. */
  maps: 'https://www.google.com/maps/search/',
  /** C-38 */
  privacyUpdated: '11 agosto 2025',
  /** C-39, Q-99: claims the owner must be able to prove. */
  figures: {
    structures: '500+',
    ratedClients: '15K+',
    discounts: '2M+ €',
    growth: '+300%',
    growthMonths: 6,
    setupMinutes: 5,
    support: '24/7',
  },
  /** B-25, and until which day (`2027-06-30`) it is shown, that day included. */
  promotion: { text: 'I primi 100 clienti ricevono il 50% di punti extra.', lastDay: null } as {
    readonly text: string
    readonly lastDay: string | null
  },
  /** Discounts of the two better tiers, told as “up to”. */
  tierPercent: { top: 20, trusted: 15 },
  /** Days of suspension for the second and the third violation; the first is a warning. */
  suspensionDays: { second: 7, third: 30 },
} as const

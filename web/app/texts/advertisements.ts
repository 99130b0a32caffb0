export const advertisements = {
  banner: 'Offerte in evidenza',
  sponsored: 'Offerte sponsorizzate',
  sponsoredBy: (advertiser: string) => `Sponsorizzato da ${advertiser}`,
  why: 'Sono le stesse per tutti e non dipendono dai tuoi dati.',
  price: 'Prezzo:',
  noPrice: 'N/A',
  coupon: 'Codice:',
  dismiss: (name: string) => `Nascondi l’offerta ${name}`,
  dismissed: 'Offerta nascosta per questa sessione',
  empty: 'Nessuna pubblicità disponibile al momento',
  failed: 'Non riusciamo a mostrare le offerte.',
} as const

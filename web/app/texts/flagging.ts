/** A case about how somebody flags. */
export const flagging = {
  title: 'Uso delle segnalazioni',
  reporter: 'Chi segnala',
  intro: (name: string) => `Molte segnalazioni di ${name} sono state respinte: valuta se è un abuso.`,
  figures: ({ dismissed, upheld }: { readonly dismissed: number; readonly upheld: number }) =>
    `Segnalazioni respinte: ${dismissed} · accolte: ${upheld}`,
  flags: 'Ultime segnalazioni',
  actions: { 'in-order': 'È tutto in ordine', abusive: 'È un abuso' },
  titles: { 'in-order': 'Chiudere il caso senza conseguenze?', abusive: 'Avvisare chi segnala?' },
  effects: {
    'in-order': 'Un caso nuovo si apre solo se altre segnalazioni saranno respinte.',
    abusive: 'Chi segnala riceve un avviso con la tua motivazione, e può fare ricorso.',
  },
  reason: { 'in-order': 'Che cosa hai riscontrato', abusive: 'Motivazione per chi segnala' },
} as const

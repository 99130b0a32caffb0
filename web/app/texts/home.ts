export const home = {
  title: 'L’ospitalità si ricambia con garbo',
  lead: 'Gli esercenti valutano gli ospiti in modo discreto, i clienti raccontano i loro soggiorni. A tutti e due conviene essere gentili: chi si comporta bene raccoglie sconti e AVA.',
  choose: 'Come vuoi entrare?',
  client: 'Sono un Cliente',
  clientText: 'Consulta le valutazioni ricevute, scrivi recensioni e raccogli le tue ricompense.',
  business: 'Sono un Esercente',
  businessText: 'Valuta i tuoi ospiti, leggi le recensioni ricevute e premia chi torna.',
  how: 'Come funziona',
  steps: [
    {
      title: 'Valutazioni riservate',
      text: 'Puntualità, cortesia, pagamento e stato della camera: le legge soltanto il cliente interessato.',
    },
    {
      title: 'Recensioni corrette',
      text: 'Sono anonime, si possono segnalare e contestare. Decide sempre un moderatore, con una motivazione.',
    },
    {
      title: 'Ricompense automatiche',
      text: 'Sconti alla prima recensione, alla fedeltà e per chi si fa apprezzare in più strutture diverse.',
    },
  ],
} as const

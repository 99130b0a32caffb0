export const home = {
  eyebrow: 'Reputazione e ricompense per l’ospitalità italiana',
  title: 'L’ospitalità si ricambia con garbo',
  lead: 'Gli esercenti valutano gli ospiti in modo discreto, i clienti raccontano i loro soggiorni. A tutti e due conviene essere gentili: chi si comporta bene raccoglie sconti e AVA.',
  choose: 'Come vuoi entrare?',
  client: 'Sono un Cliente',
  clientText: 'Consulta le valutazioni ricevute, scrivi recensioni e raccogli le tue ricompense.',
  business: 'Sono un Esercente',
  businessText: 'Valuta i tuoi ospiti, leggi le recensioni ricevute e premia chi torna.',
  privacy: 'Come trattiamo i tuoi dati',
  contact: 'Hai una domanda? Scrivici',
} as const

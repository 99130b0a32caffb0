import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { settings } from '../../settings.ts'

export const homeTexts = {
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

const { claims } = settings

/** @rule Q-39 C-39 our wording where the specification gives none; claims are the owner's claims */
export const landingTexts = {
  login: 'Login',
  register: 'Register',
  forBusinesses: 'Per gli esercenti',
  forClients: 'Per i clienti',
  loginBusiness: 'Accedi come esercente',
  loginBusinessText: 'Con email o username e password',
  loginGoogle: 'Accedi con Google',
  loginFacebook: 'Accedi con Facebook',
  loginEmail: 'Accedi con la tua email',
  registerBusiness: 'Registra la tua attività',
  registerBusinessText: `Bastano ${claims.setupMinutes} minuti`,
  registerGoogle: 'Registrati con Google',
  registerFacebook: 'Registrati con Facebook',
  registerEmail: 'Registrati con la tua email',
  eyebrow: 'Per chi ospita e per chi viaggia',
  title: 'La buona reputazione si costruisce in due',
  lead: 'Garbo fa incontrare strutture attente e ospiti rispettosi. Le valutazioni sui clienti restano riservate, le recensioni sono anonime e la correttezza diventa uno sconto vero.',
  start: 'Crea il tuo account',
  discoverHow: 'Scopri Come Funziona',
  discoverWhy: 'Scopri i Vantaggi',
  statistics: [
    { value: claims.structures, label: 'strutture ricettive' },
    { value: claims.ratedClients, label: 'clienti valutati' },
    { value: claims.discounts, label: 'di sconti' },
    { value: claims.growth, label: `di crescita in ${claims.growthMonths} mesi` },
  ],
  howTitle: 'Chi tratta bene è trattato meglio',
  howLead: 'Garbo serve a chi ospita, a chi viaggia e a chi collabora: ecco che cosa trova ciascuno.',
  features: [
    {
      title: 'Per i gestori',
      text: 'Sapere chi arriva, senza mettere nessuno alla gogna.',
      points: [
        'Valuti puntualità, cortesia, pagamento e stato della camera in un minuto',
        'Il cliente legge la valutazione, mai il nome della tua attività',
        'Una dashboard con le tue medie e i tuoi clienti migliori',
      ],
    },
    {
      title: 'Per i clienti',
      text: 'Un biglietto da visita che parla bene di te.',
      points: [
        'Un profilo da 1 a 5 stelle, costruito soggiorno dopo soggiorno',
        'I commenti dei gestori li leggi soltanto tu',
        'Recensioni anonime, con un moderatore a cui rivolgersi',
      ],
    },
    {
      title: 'Le ricompense',
      text: 'Sconti che arrivano da soli, quando sono meritati.',
      points: [
        `${ruleParameters.firstReviewPercent}% alla prima recensione, ${ruleParameters.loyalPercent}% a chi torna e racconta`,
        `${ruleParameters.crossPercent}% permanente con cinque stelle da ${ruleParameters.crossVenues} strutture diverse`,
        `${ruleParameters.elitePercent}% Elite, una volta, con cinque stelle da ${ruleParameters.eliteVenues} strutture diverse`,
      ],
    },
  ],
  whyTitle: 'Perché conviene cominciare adesso',
  benefits: [
    {
      value: `${claims.setupMinutes} minuti`,
      title: 'Pronti nel tempo di un caffè',
      text: 'Registri l’attività, confermi l’email e puoi valutare il primo ospite.',
    },
    {
      value: claims.support,
      title: 'Assistenza 24 ore su 24',
      text: 'Ospiti e gestori scrivono a qualsiasi ora: anche noi rispondiamo a qualsiasi ora.',
    },
    {
      value: 'GDPR',
      title: 'Dati trattati con garbo',
      text: 'Nel nostro registro ogni dato personale è cifrato con una chiave diversa per ogni persona.',
    },
    {
      value: 'Riservato',
      title: 'Nessuna gogna',
      text: 'Una valutazione su un cliente la legge soltanto quel cliente. In pubblico, mai.',
    },
  ],
  ctaTitle: 'Il prossimo ospite merita un benvenuto migliore',
  ctaText: 'Iscriviti a Garbo: le ricompense cominciano dalla prima recensione.',
  ctaBusiness: 'Registra la tua attività',
  ctaClient: 'Registrati come cliente',
  footer: {
    tagline: 'Reputazione e ricompense per l’ospitalità italiana.',
    rulesTitle: 'Regole',
    terms: 'Terms of Service',
    dataTitle: 'I tuoi dati',
    policy: 'Privacy Policy',
    deletion: 'Eliminazione dei dati',
    helpTitle: 'Assistenza',
  },
} as const

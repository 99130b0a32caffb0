import { CalendarDays, Gift } from 'lucide-react'
import { Button, LinkButton } from '../../../components/buttons.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { PremiumBadge } from '../../../components/premium-badge.tsx'
import { Avatar, Badge, Card, CoverImage, ProgressBar, StatCard } from '../../../components/data-display.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { DefinitionList } from '../../../components/definition-list.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { EmptyState, ErrorState, LoadMoreButton, Notice, QueryView, Skeleton } from '../../../components/feedback.tsx'
import { ExternalLink, MailLink, TextLink } from '../../../components/links.tsx'
import { Forbidden, NotFoundPage, PageLayout } from '../../../components/page-layout.tsx'
import { StarRating } from '../../../components/star-rating.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { PlayableSlider } from '../../../components/playable-slider.tsx'
import { brokenPhoto, noop, samplePhoto, type Story, story, WithValue } from './story.tsx'

const longText =
  'Camera silenziosa, colazione con prodotti del territorio e un’accoglienza che fa venire voglia di tornare. '.repeat(
    3,
  )

const buttonStories: readonly Story[] = [
  story(
    { Button },
    {
      primario: <Button>Salva</Button>,
      secondario: <Button variant="secondary">Annulla</Button>,
      discreto: <Button variant="quiet">Cambia</Button>,
      pericoloso: <Button variant="danger">Elimina</Button>,
      piccolo: <Button small>Segnala</Button>,
      'in attesa': (
        <Button pending pendingText="Attendere…">
          Accedi
        </Button>
      ),
      disabilitato: <Button disabled>Conferma</Button>,
    },
  ),
  story(
    { LinkButton },
    {
      primario: <LinkButton to="/gallery">Vai alla dashboard</LinkButton>,
      'secondario, piccolo': (
        <LinkButton to="/gallery" variant="secondary" small>
          Tutte le recensioni
        </LinkButton>
      ),
    },
  ),
  story(
    { CopyButton },
    {
      normale: <CopyButton value="GRAZIE-2026" label="Copia il codice" />,
      segreto: <CopyButton value="una-password" label="Copia la password" secret />,
    },
  ),
]

const linkStories: readonly Story[] = [
  story({ TextLink }, { normale: <TextLink to="/gallery">Regole della community</TextLink> }),
  story(
    { ExternalLink },
    {
      normale: <ExternalLink href="https://example.com/">Sito della struttura</ExternalLink>,
      sponsorizzato: (
        <ExternalLink href="https://example.com/offerta" sponsored>
          Offerta di un partner
        </ExternalLink>
      ),
    },
  ),
  story({ MailLink }, { normale: <MailLink to="assistenza@garbo.example">assistenza@garbo.example</MailLink> }),
]

const dataStories: readonly Story[] = [
  story(
    { Badge },
    {
      neutro: <Badge>In coda</Badge>,
      positivo: <Badge tone="good">Pubblicata</Badge>,
      caldo: <Badge tone="warm">Nuova</Badge>,
      dorato: <Badge tone="gold">In maturazione</Badge>,
      negativo: <Badge tone="bad">Rimossa</Badge>,
    },
  ),
  story({ PremiumBadge }, { 'con Premium': <PremiumBadge shown />, 'nella testata': <PremiumBadge shown compact /> }),
  story(
    { Card },
    {
      'con titolo e azione': (
        <Card
          title="Le tue ricompense"
          action={
            <Button small variant="secondary">
              Vedi tutte
            </Button>
          }
        >
          <p>Tre codici da usare entro giugno.</p>
        </Card>
      ),
      'senza titolo': (
        <Card>
          <p className="break-words">{longText}</p>
        </Card>
      ),
    },
  ),
  story(
    { StatCard },
    {
      'con nota': (
        <dl>
          <StatCard label="Ricompense" value={12} note="3 in scadenza" icon={Gift} />
        </dl>
      ),
      'senza nota': (
        <dl>
          <StatCard label="Soggiorni" value="–" icon={CalendarDays} />
        </dl>
      ),
    },
  ),
  story(
    { ProgressBar },
    {
      vuota: <ProgressBar label="Valutazioni per il primo AVA" value={0} max={10} />,
      'a metà': <ProgressBar label="Valutazioni per il prossimo AVA" value={5} max={10} />,
      completa: <ProgressBar label="Strutture diverse visitate" value={12} max={10} />,
    },
  ),
  story(
    { Avatar },
    {
      'con foto': <Avatar name="Giulia" photo={samplePhoto} />,
      'senza foto': <Avatar name="Giulia" photo={null} />,
    },
  ),
  story(
    { CoverImage },
    {
      caricata: <CoverImage src={samplePhoto} width="w-64 max-w-full" />,
      'non disponibile': <CoverImage src={brokenPhoto} width="w-64 max-w-full" />,
    },
  ),
  story(
    { Disclosure },
    {
      chiusa: (
        <Disclosure title="Il punteggio nel tempo">
          <p>{longText}</p>
        </Disclosure>
      ),
    },
  ),
  story(
    { DataTable },
    {
      pronta: (
        <DataTable
          label="Recensioni"
          columns={[{ title: 'Data' }, { title: 'Stelle', numeric: true }, { title: 'Commento' }]}
          rows={[{ key: '1', cells: ['20 novembre 2026', 4, longText] }]}
        />
      ),
    },
  ),
  story(
    { DefinitionList },
    {
      pronta: (
        <DefinitionList
          facts={[
            ['Struttura', 'Locanda dell’Aurora'],
            ['Telefono', null],
          ]}
        />
      ),
    },
  ),
  story(
    { StarRating },
    { nessuna: <StarRating value={0} />, media: <StarRating value={3.4} />, massima: <StarRating value={5} /> },
  ),
  story(
    { PlayableSlider },
    {
      normale: (
        <WithValue initial={3}>
          {(value, onChange) => (
            <PlayableSlider
              label="Evento"
              min={1}
              max={8}
              first={1}
              value={value}
              valueText={`${value} di 8`}
              previous={value > 1 ? value - 1 : undefined}
              next={value < 8 ? value + 1 : undefined}
              onChange={onChange}
            />
          )}
        </WithValue>
      ),
    },
  ),
  story(
    { Tabs },
    {
      pronte: (
        <WithValue initial="received">
          {(value, onChange) => (
            <Tabs
              label="Recensioni"
              value={value}
              onChange={onChange}
              tabs={[
                { value: 'received', label: 'Ricevute', content: <p>Recensioni ricevute</p> },
                { value: 'written', label: 'Scritte', content: <p>Recensioni scritte</p> },
              ]}
            />
          )}
        </WithValue>
      ),
    },
  ),
]

const pagedQuery = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() }
const query = { refetch: noop, error: null, isPending: false, data: undefined as readonly string[] | undefined }
const list = (items: readonly string[]) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

const feedbackStories: readonly Story[] = [
  story({ Skeleton }, { 'tre righe': <Skeleton />, 'una riga': <Skeleton rows={1} /> }),
  story(
    { ErrorState },
    {
      'con tentativo': <ErrorState text="Controlla la connessione e riprova." onRetry={noop} />,
      'con azione': (
        <ErrorState title="Questa pagina è riservata" action={<Button variant="secondary">Accedi</Button>} />
      ),
    },
  ),
  story(
    { EmptyState },
    {
      'con azione': <EmptyState text="Non hai ancora recensioni." action={<Button>Scrivi la prima</Button>} />,
      'senza azione': <EmptyState text="Nessuna segnalazione da esaminare." />,
    },
  ),
  story(
    { QueryView },
    {
      'in caricamento': (
        <QueryView query={{ ...query, isPending: true }} skeletonRows={1}>
          {list}
        </QueryView>
      ),
      errore: <QueryView query={{ ...query, error: new Error('Il server non risponde.') }}>{list}</QueryView>,
      vuota: (
        <QueryView query={{ ...query, data: [] }} empty={<EmptyState text="Nessun preferito." />}>
          {list}
        </QueryView>
      ),
      pronta: <QueryView query={{ ...query, data: ['Locanda dell’Aurora', 'Hotel Miramare'] }}>{list}</QueryView>,
    },
  ),
  story(
    { LoadMoreButton },
    {
      'altri risultati': <LoadMoreButton query={pagedQuery} />,
      'in attesa': <LoadMoreButton query={{ ...pagedQuery, isFetchingNextPage: true }} />,
    },
  ),
  story(
    { Notice },
    {
      normale: (
        <Notice>
          <p>La tua recensione è in verifica.</p>
        </Notice>
      ),
    },
  ),
]

/** Each sets the title of the document; the gallery sets it last. */
const pageStories: readonly Story[] = [
  story(
    { PageLayout },
    {
      completa: (
        <PageLayout
          title="Le mie recensioni"
          intro="Quello che hai scritto sulle strutture."
          action={<Button>Scrivi</Button>}
        >
          <p>Contenuto della pagina</p>
        </PageLayout>
      ),
      stretta: (
        <PageLayout title="Modifica profilo" narrow>
          <p>Contenuto della pagina</p>
        </PageLayout>
      ),
    },
  ),
  story({ Forbidden }, { normale: <Forbidden title="Moderazione" text="Questa pagina è riservata ai moderatori." /> }),
  story({ NotFoundPage }, { normale: <NotFoundPage /> }),
]

export const displayStories = [...buttonStories, ...linkStories, ...dataStories, ...feedbackStories, ...pageStories]

import type { Address } from '../../../../contract/travel/places.ts'
import {
  AddressAutocomplete,
  type SuggestionSource,
  suggestionTimings,
} from '../../../components/address-autocomplete.tsx'
import { Button } from '../../../components/buttons.tsx'
import {
  AgeInput,
  CharacterCount,
  Checkbox,
  CodeInput,
  Field,
  PasswordInput,
  PhoneInput,
  RadioCards,
  Select,
  TextArea,
  TextInput,
} from '../../../components/form-controls.tsx'
import { Form, FormAlert } from '../../../components/form.tsx'
import { ComboboxInput, ComboboxList } from '../../../components/combobox.tsx'
import { SearchPicker, SearchSelect, SelectedItem } from '../../../components/search-picker.tsx'
import { ScoreSlider, Slider } from '../../../components/slider.tsx'
import { StarRatingInput } from '../../../components/star-rating.tsx'
import { controlStyle } from '../../../components/styles.ts'
import { noop, type Story, story, WithValue } from './story.tsx'

const types = [
  { value: 'hotel', label: 'Hotel' },
  { value: 'restaurant', label: 'Ristorante' },
]

const inputStories: readonly Story[] = [
  story(
    { Field },
    {
      'con suggerimento': (
        <Field label="Controllo proprio" hint="Etichetta sopra, suggerimento sotto." aside={<span>facile</span>}>
          {(controlProps) => <input {...controlProps} className={controlStyle} />}
        </Field>
      ),
      'con errore, facoltativo': (
        <Field label="Altro controllo" error="Il valore non è valido." optional>
          {(controlProps) => <input {...controlProps} className={controlStyle} />}
        </Field>
      ),
    },
  ),
  story(
    { TextInput },
    {
      vuoto: <TextInput label="Nome" placeholder="Giulia" />,
      'compilato, con suggerimento': (
        <TextInput label="Email" hint="Quella di lavoro" defaultValue="giulia@example.it" />
      ),
      'facoltativo, con nota': <TextInput label="Soprannome" optional aside={<span>0/30</span>} />,
      errore: <TextInput label="Username" defaultValue="a b" error="Lo username non può contenere spazi." />,
      disabilitato: <TextInput label="Codice cliente" defaultValue="C-2041" disabled />,
    },
  ),
  story(
    { AgeInput },
    {
      vuoto: <AgeInput label="Età" />,
      errore: <AgeInput label="Età di chi prenota" error="L’età va da 18 a 100 anni." />,
    },
  ),
  story(
    { CodeInput },
    {
      vuoto: <CodeInput label="Codice" />,
      errore: <CodeInput label="Codice ricevuto" error="Il codice non è valido." />,
    },
  ),
  story(
    { PhoneInput },
    {
      vuoto: <PhoneInput label="Telefono" />,
      errore: <PhoneInput label="Cellulare" error="Il numero non è valido." />,
    },
  ),
  story(
    { PasswordInput },
    {
      nascosta: <PasswordInput label="Password" defaultValue="una password lunga" />,
      facoltativa: <PasswordInput label="Nuova password" hint="Almeno 8 caratteri" optional />,
      errore: <PasswordInput label="Password attuale" error="La password non è corretta." />,
      disabilitata: <PasswordInput label="Password di accesso" disabled />,
    },
  ),
  story(
    { TextArea },
    {
      vuota: (
        <WithValue initial="">
          {(value, onChange) => (
            <TextArea
              label="Commento"
              maxLength={500}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </WithValue>
      ),
      'errore, facoltativa': (
        <TextArea
          label="Nota"
          maxLength={20}
          value="Una nota già troppo lunga"
          optional
          error="La nota può avere al massimo 20 caratteri."
          onChange={noop}
        />
      ),
      'disabilitata, senza contatore': (
        <TextArea
          label="Motivo"
          hint="Deciso da un moderatore"
          maxLength={500}
          value="Contenuto fuori tema"
          hideCount
          disabled
          onChange={noop}
        />
      ),
    },
  ),
  story(
    { CharacterCount },
    { vuoto: <CharacterCount length={0} maxLength={500} />, pieno: <CharacterCount length={500} maxLength={500} /> },
  ),
  story(
    { Select },
    {
      'da scegliere': <Select label="Tipo di attività" options={types} placeholder="Scegli" defaultValue="" />,
      'scelto, con suggerimento': (
        <Select label="Categoria" hint="Si può cambiare" options={types} defaultValue="hotel" />
      ),
      'errore, facoltativo': (
        <Select label="Settore" options={types} placeholder="Scegli" optional error="Scegli un settore." />
      ),
      disabilitato: <Select label="Tipo registrato" options={types} defaultValue="hotel" disabled />,
    },
  ),
  story(
    { RadioCards },
    {
      scelto: (
        <WithValue initial="hotel">
          {(value, onChange) => (
            <RadioCards legend="Che attività hai?" options={types} value={value} onChange={onChange} />
          )}
        </WithValue>
      ),
    },
  ),
  story(
    { Checkbox },
    {
      normale: <Checkbox label="Ricordami su questo dispositivo" />,
      selezionata: <Checkbox label="Ricevi le novità" defaultChecked />,
      errore: <Checkbox label="Ho letto l’informativa sulla privacy" error="Per continuare serve il tuo consenso." />,
      disabilitata: <Checkbox label="Profilo pubblico" defaultChecked disabled />,
    },
  ),
]

const scoreStories: readonly Story[] = [
  story(
    { Slider },
    {
      normale: (
        <WithValue initial={2.5}>
          {(value, onChange) => (
            <Slider
              label="Punteggio minimo"
              min={0}
              max={5}
              step={0.5}
              value={value}
              valueText={`${value}`}
              spokenValue={`almeno ${value} su 5`}
              onChange={onChange}
            />
          )}
        </WithValue>
      ),
      errore: (
        <Slider
          label="Distanza"
          min={0}
          max={50}
          step={5}
          value={0}
          valueText="0 km"
          spokenValue="0 chilometri"
          isUnset
          error="Scegli una distanza."
          onChange={noop}
        />
      ),
    },
  ),
  story(
    { ScoreSlider },
    {
      'da scegliere': (
        <WithValue<number | null> initial={null}>
          {(value, onChange) => <ScoreSlider label="Cortesia" value={value} onChange={onChange} />}
        </WithValue>
      ),
      errore: <ScoreSlider label="Puntualità" value={null} error="Scegli un punteggio." onChange={noop} />,
    },
  ),
  story(
    { StarRatingInput },
    {
      'da scegliere': (
        <WithValue initial={0}>
          {(value, onChange) => <StarRatingInput legend="Valutazione" value={value} onChange={onChange} />}
        </WithValue>
      ),
      errore: (
        <StarRatingInput
          legend="Valutazione complessiva"
          value={0}
          error="Seleziona da 1 a 5 stelle."
          onChange={noop}
        />
      ),
    },
  ),
]

const wholeFormStories: readonly Story[] = [
  story(
    { Form, FormAlert },
    {
      'campo non valido': (
        <WithValue initial={0}>
          {(errorCount, onError) => (
            <Form label="Modulo di prova" errorCount={errorCount} onSubmit={() => onError(errorCount + 1)}>
              <TextInput label="Città" error={errorCount > 0 ? 'Scrivi una città.' : undefined} />
              <Button type="submit">Invia</Button>
            </Form>
          )}
        </WithValue>
      ),
      'errore del modulo': (
        <Form label="Modulo rifiutato" errorCount={0} onSubmit={noop}>
          <FormAlert text="Credenziali non valide." />
          <Button type="submit">Accedi</Button>
        </Form>
      ),
    },
  ),
]

const results = [
  { id: '1', name: 'Locanda dell’Aurora', note: 'Roma' },
  { id: '2', name: 'Hotel Miramare', note: 'Rimini' },
]
const searchProps = {
  hint: 'Almeno tre lettere',
  error: undefined,
  searchError: undefined,
  emptyText: 'Nessun risultato',
  onChoose: noop,
  onQueryChange: noop,
}

const address: Address = {
  street: 'Via del Corso 12',
  city: 'Roma',
  state: 'RM',
  postalCode: '00186',
  country: 'Italia',
  fullAddress: 'Via del Corso 12, 00186 Roma RM',
  coordinates: null,
}
const working: SuggestionSource = {
  attribution: 'Fonte di prova',
  suggest: () => Promise.resolve([{ text: address.fullAddress, address: () => Promise.resolve(address) }]),
}
const failing: SuggestionSource = {
  attribution: 'Fonte non disponibile',
  suggest: () => Promise.reject(new Error('Errore di ricerca. Riprova.')),
}
const addressField = (label: string, source: SuggestionSource | null, error?: string) => (
  <WithValue initial="">
    {(value, onChange) => (
      <AddressAutocomplete
        label={label}
        hint="Via, numero civico e città"
        source={source}
        timing={suggestionTimings.fast}
        value={value}
        optional={error !== undefined}
        error={error}
        onType={onChange}
        onChoose={({ fullAddress }) => onChange(fullAddress)}
      />
    )}
  </WithValue>
)

const searchStories: readonly Story[] = [
  story(
    { SearchPicker, ComboboxInput, ComboboxList },
    {
      vuota: <SearchPicker label="Cerca una struttura" query="" results={undefined} {...searchProps} />,
      pronta: <SearchPicker label="Struttura" query="loc" results={results} {...searchProps} />,
      'nessun risultato': <SearchPicker label="Attività" query="xyz" results={[]} {...searchProps} />,
      errore: (
        <SearchPicker
          label="Cliente"
          query="giu"
          results={undefined}
          {...searchProps}
          error="Scegli un cliente."
          searchError="La ricerca non è riuscita."
        />
      ),
    },
  ),
  story(
    { SearchSelect, SelectedItem },
    {
      'da scegliere': <SearchSelect label="Locale" query="" results={undefined} selected={null} {...searchProps} />,
      scelto: (
        <SearchSelect
          label="Locale"
          query=""
          results={undefined}
          selected={{ text: 'Locanda dell’Aurora', changeLabel: 'Cambia struttura', onChange: noop }}
          {...searchProps}
        />
      ),
    },
  ),
  story(
    { AddressAutocomplete },
    {
      'con suggerimenti': addressField('Indirizzo', working),
      'ricerca non riuscita': addressField('Indirizzo di spedizione', failing),
      'errore, facoltativo, senza suggerimenti': addressField('Indirizzo di casa', null, 'Scrivi un indirizzo.'),
    },
  ),
]

export const formStories = [...inputStories, ...scoreStories, ...wholeFormStories, ...searchStories]

import { ChartFigure } from '../../../components/charts/chart-figure.tsx'
import { BarChart, LineChart } from '../../../components/charts/charts.tsx'
import { Legend } from '../../../components/charts/series.tsx'
import { TextLink } from '../../../components/links.tsx'
import { dayLabels, monthLabels } from '../../../shared/chart-formats.ts'
import { addDays, oneDecimal } from '../../../shared/format.ts'
import { type Story, story } from './story.tsx'

const score = [4.1, 4.2, 4.2, 4.3, 4.2, 4.4].map((value, index) => ({
  day: addDays('2026-06-01', index * 9),
  values: [value],
}))
const criteria = [6, 7, 8, 9, 10, 11].map((month, index) => ({
  day: `2026-${String(month).padStart(2, '0')}-01`,
  values: [8.1 + index / 10, 9 - index / 5, index === 2 ? null : 7 + index / 4, 6.4],
}))
const balance = Array.from({ length: 120 }, (_, index) => ({ day: addDays('2026-01-01', index * 3), values: [index] }))
const marks = [
  { from: '2026-06-10', to: '2026-06-19', text: 'Periodo escluso dal punteggio' },
  { from: '2026-07-02', text: '2 recensioni rimosse' },
  { from: '2026-07-03', text: '1 recensione ripristinata' },
]
const stars = [5, 4, 3, 2, 1].map((value) => ({
  label: value === 1 ? '1 stella' : `${value} stelle`,
  values: [value ** 2],
  to: `/gallery?stars=${value}`,
}))
const days = ['lun 2', 'mar 3', 'mer 4', 'gio 5', 'ven 6'].map((label, index) => ({
  label,
  values: [6 + index, 9 - index],
}))
const answers = [
  { label: 'Recensioni ricevute', values: [34, 28] },
  { label: 'Risposte date', values: [30, 12] },
]
const reviewed = { series: ['Questo periodo', 'Periodo precedente'], format: String } as const
const empty = 'In questo periodo non ci sono recensioni.'
const common = { empty, days: dayLabels, format: oneDecimal }

export const chartStories: readonly Story[] = [
  story(
    { LineChart },
    {
      'una serie, con eventi': (
        <LineChart
          {...common}
          title="Punteggio nel tempo"
          series={['Punteggio']}
          points={score}
          marks={marks}
          stepped
          links={<TextLink to="/gallery">Vedi le recensioni</TextLink>}
        />
      ),
      'più serie': (
        <LineChart
          {...common}
          title="I quattro criteri nel tempo"
          series={['Puntualità', 'Gentilezza', 'Pagamento', 'Stato della camera']}
          points={criteria}
          days={monthLabels}
        />
      ),
      'molti punti, da zero': (
        <LineChart
          {...common}
          title="AVA nel tempo"
          series={['AVA']}
          points={balance}
          format={String}
          fromZero
          stepped
        />
      ),
      'un solo punto': (
        <LineChart {...common} title="Punteggio iniziale" series={['Punteggio']} points={score.slice(0, 1)} />
      ),
      'in caricamento': <LineChart {...common} title="Punteggio dell’anno" series={['Punteggio']} points={undefined} />,
      vuoto: <LineChart {...common} title="Punteggio del mese" series={['Punteggio']} points={[]} />,
    },
  ),
  story(
    { BarChart },
    {
      'barre orizzontali': (
        <BarChart
          title="Distribuzione delle stelle"
          series={['Recensioni']}
          bars={stars}
          format={String}
          empty={empty}
        />
      ),
      'con confronto': <BarChart title="Risposte" bars={answers} {...reviewed} empty={empty} />,
      'barre verticali': (
        <BarChart
          title="Casi per giorno"
          bars={days}
          series={['Aperti', 'Decisi']}
          group="Giorno"
          format={String}
          upright
          empty={empty}
        />
      ),
      'in caricamento': <BarChart title="Motivi delle recensioni" bars={undefined} {...reviewed} empty={empty} />,
      vuoto: <BarChart title="Ricompense" bars={[]} {...reviewed} empty={empty} />,
    },
  ),
  story(
    { ChartFigure },
    {
      pronto: (
        <ChartFigure
          title="Cornice di un grafico"
          summary="Punteggio: sempre 4,2."
          table={{ headers: ['Data', 'Punteggio'], rows: [{ label: '1 giugno 2026', cells: ['4,2'] }] }}
          height={80}
          empty={empty}
        >
          {() => <p>Disegno</p>}
        </ChartFigure>
      ),
    },
  ),
  story(
    { Legend },
    {
      linee: <Legend of="lines" series={['Puntualità', 'Gentilezza', 'Pagamento', 'Stato della camera']} />,
      barre: <Legend of="bars" series={['Questo periodo', 'Periodo precedente']} />,
    },
  ),
]

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { precompress } from './infrastructure/tooling/precompress.ts'
import { endpointOutlines } from './web/contract/outlines.ts'

const api = `http://localhost:${process.env['PORT'] ?? '3000'}`

/** A chunk of the modules that match; a module belongs to the first that does. Fewer chunks cost fewer headers. */
const chunks = [
  // changes less often than the app, so browsers keep it across releases
  [
    'react',
    /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack)[\\/](?!.*(?:mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery))/,
  ],
  // words of the domain that schemas and pages without schemas share
  [
    'vocabulary',
    /domain[\\/].*[\\/](?:vocabulary|rules)|web[\\/]contract[\\/](?:reviews[\\/]lengths|travel[\\/]caching|accounts[\\/](?:venues|sign-in))/,
  ],
  // what every page needs; nothing here may import schemas
  [
    'app',
    /web[\\/]app[\\/](?:shell[\\/](?!AuthMenus|AccountArea|UserMenu|menu-parts)|lazy|texts|toasts|settings|shared[\\/](?:api|contract|format|guarded|italian|navigate|queries|session)|components[\\/](?:buttons|feedback|links|page-layout|styles|texts|tooltip|use-escape))|rule-parameters|landing\.texts/,
  ],
  ['landing', /web[\\/]app[\\/]pages[\\/]marketing[\\/](?:HomePage|LandingPage|Sections)/],
  [
    'forms',
    /mutationObserver|useMutation|web[\\/]app[\\/](?:components[\\/](?:form|data-display)|shared[\\/](?:form\.|mutations))/,
  ],
  // a few lines each: another chunk would cost more than loading them all
  [
    'small',
    /web[\\/]app[\\/](?:features[\\/](?:ava|moderation|promotion|ratings|rewards|sanctions|support|travel|accounts[\\/]notifications)[\\/]queries|components[\\/](?:definition-list|use-debounced|slider|star-rating|near-viewport|section-on-demand)|shared[\\/](?:use-delayed-redirect|rule-settings))/,
  ],
  [
    'sign-in',
    /web[\\/]app[\\/]features[\\/]accounts[\\/](?:queries|sign-in[\\/](?:texts|login|SocialLogin|facebook-login|LoginPage))/,
  ],
  [
    'charts',
    /web[\\/]app[\\/](?:components[\\/](?:charts[\\/](?!drawings)|data-table|disclosure)|shared[\\/]chart-formats)/,
  ],
  ['icons', /node_modules[\\/]lucide-react[\\/]/],
  ['radix', /node_modules[\\/](?:radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/],
  [
    'venue',
    /web[\\/]app[\\/](?:features[\\/](?:moderation[\\/]decisions\.texts|reviews[\\/](?:texts|scores\.texts|queries|ReviewCard|ExcludedPeriods|Score\.)))/,
  ],
  // the schemas of all calls
  ['contract', /node_modules[\\/]zod[\\/]|web[\\/]app[\\/]shared[\\/](?:zod|schema-limits)\.ts|web[\\/]contract[\\/]/],
].map(
  ([name, test], index) => ({ name, test, priority: 100 - index }) as { name: string; test: RegExp; priority: number },
)

const browserBuild = {
  outDir: '../../dist/web',
  emptyOutDir: true,
  manifest: true,
  // every browser that runs the app preloads modules
  modulePreload: { polyfill: false },
  target: 'es2022',
  assetsInlineLimit: 0,
  // without names, because the first page lists the files of all others
  rolldownOptions: {
    output: { codeSplitting: { groups: chunks }, chunkFileNames: 'assets/[hash:8].js' },
  },
}

/** `render.tsx`, with which the server renders pages. */
const pagesBuild = { outDir: '../../dist/pages', emptyOutDir: true, target: 'es2022', copyPublicDir: false }

export default defineConfig(({ command, isSsrBuild }) => {
  // NODE_ENV configures the server; Vite would otherwise bundle the development build of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    root: 'web/app',
    define: { ENDPOINT_OUTLINES: JSON.stringify(endpointOutlines) },
    resolve: {
      alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('web/app/shared/zod.ts', import.meta.url)) }],
    },
    plugins: [react(), tailwindcss(), ...(isSsrBuild === true ? [] : [precompress()])],
    build: isSsrBuild === true ? pagesBuild : browserBuild,
    // one file without packages, as Node loads it
    ssr: { noExternal: true },
    server: { port: 5173, proxy: { '/api': api } },
  }
})

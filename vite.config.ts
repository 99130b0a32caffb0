import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './infrastructure/tooling/precompress.ts'

const api = `http://localhost:${process.env['PORT'] ?? '3000'}`

/** Changes less often than the app, so browsers keep it across releases. */
const reactChunk = {
  name: 'react',
  test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
}

export default defineConfig(({ command }) => {
  // NODE_ENV configures the server; Vite would otherwise bundle the development build of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    root: 'web/app',
    plugins: [react(), tailwindcss(), precompress()],
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: { groups: [reactChunk] } } },
    },
    server: { port: 5173, proxy: { '/api': api } },
  }
})

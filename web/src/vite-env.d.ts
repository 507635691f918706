/// <reference types="vite/client" />
declare module 'virtual:texts' {
    export const load: Record<
        import('./shared/i18n/languages').Language,
        () => Promise<{ default: import('./shared/i18n/languages').Texts }>
    >;
}
declare module '@engine.wasm?url' {
    const url: string;
    export default url;
}
declare module '@networks.bin?url' {
    const url: string;
    export default url;
}
declare module '@round_value.bin?url' {
    const url: string;
    export default url;
}
declare module '@leiman/*.bin?url' {
    const url: string;
    export default url;
}
declare module '@leiman/*.txt?raw' {
    const text: string;
    export default text;
}

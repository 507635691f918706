/** Hands a file to the person at the device. */
export function saveFile(content: Blob | string, file: string, type = 'text/plain'): void {
    const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
    const link = document.createElement('a');
    link.href = url;
    link.download = file;
    link.click();
    URL.revokeObjectURL(url);
}

// What a program loads by itself, written into its file for those who package it.
//
// Source: UAPI.12, ELF dlopen metadata. The text is JSON: an array with the libraries, one of which is needed, and what for.
#pragma once

#define DLOPEN_NOTE(json) \
    __attribute__((used, retain, section(".note.dlopen"), aligned(4))) static const struct { \
        unsigned int owner_size, text_size, type; \
        char owner[4]; \
        _Alignas(4) char text[sizeof json]; \
    } dlopen_note = {sizeof "FDO", sizeof json, 0x407c0c0a, "FDO", json}

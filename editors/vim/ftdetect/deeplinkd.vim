autocmd BufNewFile,BufRead routes.conf,*.routes.conf,*/routes.conf.d/*.conf,*.cases setfiletype deeplinkd

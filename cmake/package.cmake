# `cmake --build --preset package` makes springtide_<version>_<architecture>.deb in build/package: the program, the page, a
# systemd unit, and settings under /etc/springtide.
install(TARGETS springtide RUNTIME DESTINATION bin)
install(DIRECTORY web/dist/ DESTINATION share/springtide/web OPTIONAL)
install(FILES deploy/springtide.service DESTINATION lib/systemd/system)
install(FILES deploy/nginx.conf DESTINATION share/doc/springtide/examples)
install(FILES deploy/springtide.toml DESTINATION /etc/springtide)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "Springtide <springtide@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${CMAKE_SOURCE_DIR}/deploy/debian/conffiles
  ${CMAKE_SOURCE_DIR}/deploy/debian/postinst
  ${CMAKE_SOURCE_DIR}/deploy/debian/prerm)
set(CPACK_STRIP_FILES ON)
include(CPack)
